export type Colour = readonly [red: number, green: number, blue: number];

/** What one byte can name. */
const mostColours = 256;

/** The colours of a picture, each once. */
export class Palette {
	private readonly list: Colour[];

	constructor(first: Colour) {
		this.list = [first];
	}

	get colours(): readonly Colour[] {
		return this.list;
	}

	/** The number of a colour laid over that of another number; of the nearest one when the palette is full. */
	blend(below: number, colour: Colour, share: number): number {
		const ground = this.list[below] ?? colour;
		const mix = (channel: 0 | 1 | 2) =>
			Math.round(ground[channel] + (colour[channel] - ground[channel]) * share);
		return this.numberOf([mix(0), mix(1), mix(2)]);
	}

	private numberOf(colour: Colour): number {
		const distances = this.list.map(
			(other) => (other[0] - colour[0]) ** 2 + (other[1] - colour[1]) ** 2 + (other[2] - colour[2]) ** 2,
		);
		const nearest = Math.min(...distances);
		if (nearest > 0 && this.list.length < mostColours) return this.list.push(colour) - 1;
		return distances.indexOf(nearest);
	}
}
