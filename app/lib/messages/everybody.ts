/** Stands for everybody with an account where a recipient is chosen. */
export const everybody = "all";
