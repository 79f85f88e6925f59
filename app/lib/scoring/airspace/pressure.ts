/** The standard atmosphere (ICAO Doc 7488): metres, and the exponent of the pressure. */
const scaleM = 44_330.77;
const exponent = 0.190263;

/** Hectopascals, by which flight levels are flown. */
const standardHpa = 1_013.25;

/** Metres by which an altimeter set to a pressure shows more than one set to 1013.25 hPa. */
export function altimeterOffset(qnhHpa: number): number {
	return scaleM * ((qnhHpa / standardHpa) ** exponent - 1);
}
