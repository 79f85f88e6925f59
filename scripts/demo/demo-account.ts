/** Password of the demo accounts. */
export const demoPassword = "glider-demo-2025";
