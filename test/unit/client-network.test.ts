import { expect, test } from "vitest";
import { networkOf } from "~/lib/http/throttle.server";

test.each([
	["203.0.113.7", "203.0.113.7"],
	["::ffff:203.0.113.7", "203.0.113.7"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
	["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
	["2001:db8::1", "2001:db8:0:0::/64"],
	["2001:db8:1:2::", "2001:db8:1:2::/64"],
	["::1", "0:0:0:0::/64"],
	["64:ff9b:1:2::203.0.113.7", "64:ff9b:1:2::/64"],
	["1:2::3:4:5:203.0.113.7", "1:2:0:3::/64"],
])("%s counts as %s", (address, network) => {
	expect(networkOf(address)).toBe(network);
});

test("clients without an address are one", () => {
	expect(networkOf(null)).toBe("unknown");
});
