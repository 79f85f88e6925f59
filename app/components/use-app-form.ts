import { type FieldMetadata, parse, useForm } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { loadChunk } from "~/browser/load-chunk";
import type { FormReply } from "~/lib/forms/form-action.server";
import { useNotifySubmission } from "./failed-submission";

type Validate = (formData: FormData) => ReturnType<typeof parse>;

interface AppFormOptions<S extends z.ZodType> {
	readonly id: string;
	/** What the server said to the last try. */
	readonly reply: FormReply | undefined;
	readonly defaultValue?: Readonly<Record<string, string | number | boolean | null | undefined>>;
	/** Loads the schema; it and zod arrive when the form is first touched. */
	readonly schema: () => Promise<S>;
	/** The entry form speaks up on leaving a field, the others on submit; both go on while typing. */
	readonly validateOn?: "onBlur" | "onSubmit";
	/** Takes the sending over where scripts run, for forms with more to show than the next document. */
	readonly send?: (form: HTMLFormElement) => void;
}

/** The fields of a form by their names, which are those of its schema. */
type Fields<S extends z.ZodType> = Readonly<
	Record<keyof z.output<S> & string, FieldMetadata<string, Record<string, string>>>
>;

const accepted: Validate = (formData) => parse(formData, { resolve: () => ({ value: {} }) });

/**
 * A form that works without scripts, and validates by the server's own schema where there are some. It is sent as a
 * document, unless it has a `send` of its own: the way back from a mistake or a failure is the same with and without
 * scripts.
 */
export function useAppForm<S extends z.ZodType>({
	id,
	reply,
	defaultValue,
	schema,
	validateOn = "onSubmit",
	send,
}: AppFormOptions<S>) {
	const { i18n } = useTranslation();
	const validate = useRef<Validate>(accepted);
	const loading = useRef(false);
	const left = useRef(new Set<string>());
	const [busy, setBusy] = useState(false);
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

	useEffect(() => {
		// A page that comes back from the browser's history must not come back busy.
		const wake = () => setBusy(false);
		window.addEventListener("pageshow", wake);
		return () => window.removeEventListener("pageshow", wake);
	}, []);

	const prepare = async () => {
		if (loading.current) return;
		loading.current = true;
		try {
			const [{ parseForm }, loaded] = await loadChunk(
				Promise.all([import("~/lib/forms/parse-form"), schema(), i18n.loadNamespaces("complaints")]),
			);
			validate.current = (formData) => parseForm(formData, loaded) as ReturnType<typeof parse>;
		} catch {
			// The server validates in any case; the next touch tries again.
			loading.current = false;
			return;
		}
		for (const name of left.current) form.validate({ name });
	};

	// React may come when the form is being filled in already.
	const prepareFirst = useRef(prepare);
	useEffect(() => {
		if (document.getElementById(id)?.contains(document.activeElement)) void prepareFirst.current();
	}, [id]);

	/** Remembers the fields that were left before the schema had come, to judge them then. */
	const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
		const { name } = target as Element & { readonly name?: string };
		if (validateOn === "onBlur" && validate.current === accepted && name) left.current.add(name);
	};

	const onSubmit = (event: FormEvent<HTMLFormElement>) => {
		if (busy) {
			event.preventDefault();
			return;
		}
		form.onSubmit(event);
		// What only judges or changes a field comes as a submission too, but nobody has sent the form.
		const { submitter } = event.nativeEvent as SubmitEvent;
		if (submitter?.getAttribute("name") === form.validate.getButtonProps().name) return;
		const refused = event.defaultPrevented;
		setRefusals((before) => (refused ? before + 1 : 0));
		notifySubmission(refused);
		if (refused) return;
		if (send) {
			event.preventDefault();
			send(event.currentTarget);
		} else setBusy(true);
	};

	return {
		form,
		fields: fields as Fields<S>,
		busy,
		/** For `ErrorSummary`; each refusal brings the focus back to it. */
		summary: { form, refusals },
		formProps: { id: form.id, onSubmit, onFocus: prepare, onBlur, noValidate: true },
	};
}
