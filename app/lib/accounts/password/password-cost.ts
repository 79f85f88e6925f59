/** Parameters of scrypt: about 150 ms and 32 MiB a hash. A hash of another cost is replaced at its owner's next login. */
export const passwordCost = { ln: 15, r: 8, p: 3 };
