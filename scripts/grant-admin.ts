import { changeAdmin } from "./admin/change-admin";

/* `npm run admin:grant -- <e-mail> [--edition <year>] [--remote | --data <folder>]`: makes an account of an edition an administrator. */

const { account, edition } = await changeAdmin("grant");
console.log(`${account} is an administrator of ${edition}.`);
