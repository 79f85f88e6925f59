/**
 * Parameters of scrypt: about 150 ms and 32 MiB a hash. A hash of another cost is replaced at its owner's next login. They have a
 * file of their own so that tests can replace it by a cheaper cost.
 */
export const passwordCost = { ln: 15, r: 8, p: 3 };
