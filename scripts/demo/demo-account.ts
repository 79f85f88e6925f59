/** All demo accounts have it. */
export const demoPassword = "glider-demo-2025";
