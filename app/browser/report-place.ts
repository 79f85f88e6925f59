import { offerPosition } from "./locate";

/* The script of the form of an outlanding, for visitors. */
offerPosition(document);
