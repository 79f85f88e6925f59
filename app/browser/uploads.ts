import { improveUploads } from "./uploads/upload-form";

/* The script of the upload page for visitors. For signed-in users React calls `improveUploads`. */
const form = document.querySelector<HTMLFormElement>("form[data-texts]");
if (form) improveUploads(form);
