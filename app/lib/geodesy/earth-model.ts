/** WGS-84 by geodesics, or the sphere of 6,371.0 km by great circles. Apart, so that forms load no formulas. */
export const earthModels = ["wgs84", "sphere"] as const;
export type EarthModel = (typeof earthModels)[number];
