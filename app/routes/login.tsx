import { useTranslation } from "react-i18next";

export default function LoginPage() {
	const { t } = useTranslation();
	return <h1>{t("nav.login")}</h1>;
}
