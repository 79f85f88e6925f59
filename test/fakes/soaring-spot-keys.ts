/** Keys that the fake of SoaringSpot takes; apart from it, as workerd cannot load the fake itself. */
export const soaringSpotKeys = { clientId: "club-42", secret: "not a secret" };
