import type { QrPath } from "~/lib/qr-code";

interface QrCodeProps {
	readonly code: QrPath;
	readonly label: string;
}

export function QrCode({ code: { size, path }, label }: QrCodeProps) {
	return (
		<figure className="task-code">
			<svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
				<rect width={size} height={size} fill="#fff" />
				<path d={path} fill="#000" />
			</svg>
			<figcaption>{label}</figcaption>
		</figure>
	);
}
