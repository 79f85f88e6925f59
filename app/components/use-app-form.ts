import { type FieldMetadata, parse, useForm } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { loadChunk } from "~/browser/load-chunk";
import { restoreTypedText, storeTypedText } from "~/browser/typed-text";
import type { FormReply } from "~/lib/forms/form-action.server";
import { useNotifySubmission } from "./failed-submission";
import { useSending, type WaitingForm } from "./queue/use-queue";
import { useLayoutEffectInBrowser } from "./use-hydrated";

type Validate = (formData: FormData) => ReturnType<typeof parse>;

interface AppFormOptions<S extends z.ZodType> {
	readonly id: string;
	/** Reply to the last submission. */
	readonly reply: FormReply | undefined;
	readonly defaultValue?: Readonly<Record<string, string | number | boolean | null | undefined>>;
	/** Loads the schema, and zod with it, at the first focus. */
	readonly schema: () => Promise<S>;
	/** When a field is first validated; afterwards it is on every input. */
	readonly validateOn?: "onBlur" | "onSubmit";
	/** Set for a form that may be sent twice, and has no passwords. `Waiting` shows the requests that wait. */
	readonly waits?: WaitingForm;
}

/** Fields by their names in the schema. */
type Fields<S extends z.ZodType> = Readonly<
	Record<keyof z.output<S> & string, FieldMetadata<string, Record<string, string>>>
>;

const accepted: Validate = (formData) => parse(formData, { resolve: () => ({ value: {} }) });

/** The validation of a form: none until the schema is loaded. */
function useValidation<S extends z.ZodType>(schema: () => Promise<S>) {
	const validate = useRef<Validate>(accepted);
	const loading = useRef(false);
	/** @returns whether this call has loaded the schema */
	const load = async (): Promise<boolean> => {
		if (loading.current) return false;
		loading.current = true;
		try {
			const [{ parseForm }, loaded] = await loadChunk(
				Promise.all([import("~/lib/forms/parse-form"), schema()]),
			);
			validate.current = (formData) => parseForm(formData, loaded) as ReturnType<typeof parse>;
			return true;
		} catch {
			// The server validates in any case; the next focus tries again.
			loading.current = false;
			return false;
		}
	};
	return { validate, load };
}

/** Keeps what is typed while the form waits, when the page shows the saved values in a new form. */
function useTypedText(isWaiting: boolean): void {
	useLayoutEffectInBrowser(() => {
		if (!isWaiting) return;
		const { pathname } = location;
		restoreTypedText();
		return () => {
			if (location.pathname === pathname) storeTypedText();
		};
	}, [isWaiting]);
}

/** Calls `onFocus` when the form has the focus before React has hydrated. */
function useFocusBeforeHydration(id: string, onFocus: () => Promise<void>): void {
	const first = useRef(onFocus);
	useEffect(() => {
		if (document.getElementById(id)?.contains(document.activeElement)) void first.current();
	}, [id]);
}

/** Fields that were left before the schema was loaded, which are validated afterwards. */
function useLeftFields(isEarly: () => boolean) {
	const left = useRef(new Set<string>());
	return {
		names: (): Iterable<string> => left.current,
		onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
			const { name } = target as Element & { readonly name?: string };
			if (isEarly() && name) left.current.add(name);
		},
	};
}

/**
 * A form that works without scripts and, with scripts, validates by the server's schema. The browser sends it as a document, so
 * that refusals look the same with and without scripts.
 */
export function useAppForm<S extends z.ZodType>(options: AppFormOptions<S>) {
	const { id, reply, defaultValue, schema, validateOn = "onSubmit", waits } = options;
	const { validate, load } = useValidation(schema);
	const [busy, setBusy] = useState(false);
	const send = useSending(waits, () => setBusy(false));
	useTypedText(waits !== undefined);
	const [refusals, setRefusals] = useState(reply?.submission.status === "error" ? 1 : 0);
	const notifySubmission = useNotifySubmission();
	const [form, fields] = useForm<Record<string, string>>({
		id,
		lastResult: reply?.submission,
		defaultValue: defaultValue as Record<string, string>,
		shouldValidate: validateOn,
		shouldRevalidate: "onInput",
		onValidate: ({ formData }) => validate.current(formData) as never,
	});

	const left = useLeftFields(() => validateOn === "onBlur" && validate.current === accepted);
	const prepare = async () => {
		if (!(await load())) return;
		for (const name of left.names()) form.validate({ name });
	};
	useFocusBeforeHydration(id, prepare);

	const onSubmit = (event: FormEvent<HTMLFormElement>) => {
		if (busy) {
			event.preventDefault();
			return;
		}
		form.onSubmit(event);
		// conform validates or changes a field by a submission of its own, which sends nothing.
		const { submitter } = event.nativeEvent as SubmitEvent;
		if (submitter?.getAttribute("name") === form.validate.getButtonProps().name) return;
		const refused = event.defaultPrevented;
		setRefusals((before) => (refused ? before + 1 : 0));
		notifySubmission(refused);
		if (refused) return;
		// A named button asks for something else, such as the choices of another class.
		if (!waits || submitter?.hasAttribute("name")) return;
		setBusy(true);
		event.preventDefault();
		void send(event.currentTarget);
	};

	return {
		form,
		fields: fields as Fields<S>,
		/** Whether a script sends the form. */
		busy,
		/** Values for `ErrorSummary`. */
		summary: { form, refusals },
		formProps: { id: form.id, onSubmit, onFocus: prepare, onBlur: left.onBlur, noValidate: true },
	};
}
