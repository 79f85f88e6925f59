import { useTexts } from "~/components/use-texts";
import type { JointLaunch } from "~/lib/days/statuses/status-taps";
import { ActionForm } from "../queue/action-form";

interface UndoLaunchProps {
	readonly type: string;
	readonly launch: JointLaunch | null;
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
	readonly errorText: string;
}

/** Sets back those of a class whose last change its launch was. */
export function UndoLaunch({ type, launch, day, path, errorText }: UndoLaunchProps) {
	const { t, classNameOf } = useTexts();
	if (!launch) return null;
	return (
		<ActionForm action={path} errorText={errorText} values={{ day, class: type, undo: launch.at }}>
			<button type="submit" className="button px-2.5" name="intent" value="undo-launch">
				{t("statuses.launch.undo", { class: classNameOf(type), count: launch.count })}
			</button>
		</ActionForm>
	);
}
