/** The key that the fake of Resend takes; apart from it, as workerd cannot load the fake itself. */
export const resendKey = "re_not_a_secret";
