import type { Edition } from "./schema";

/* Links to past years. After a competition, add its album and its site on top. */

const albumYears = [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016, 2015];

const siteOfYear: readonly (readonly [year: number, url: string])[] = [
	[2024, "https://2024.glidercup.example/"],
	[2023, "https://2023.glidercup.example/"],
	[2022, "https://2022.glidercup.example/"],
	[2021, "https://2021.glidercup.example/"],
	[2020, "https://2020.glidercup.example/"],
	[2019, "https://archive.example.com/glidercup/2019/"],
	[2018, "https://archive.example.com/glidercup/2018/"],
	[2017, "https://archive.example.com/glidercup/2017/"],
	[2016, "https://archive.example.com/glidercup/2016/"],
	[2015, "https://archive.example.com/glidercup/2015/"],
	[2014, "https://archive.example.com/glidercup/2014/"],
	[2013, "https://archive.example.com/glidercup/2013/"],
	[2012, "https://archive.example.com/glidercup/2012/"],
	[2011, "https://archive.example.com/glidercup/2011/"],
	[2010, "https://archive.example.com/glidercup/2010/"],
	[2009, "https://archive.example.com/glidercup/2009/"],
];

/** Newest first. */
export const photoGalleries: Edition["photoGalleries"] = albumYears.flatMap((year) => [
	{
		year,
		title: { cs: `Fotografie ${year}`, en: `Photos ${year}` },
		url: `https://photos.example.com/glidercup/${year}/`,
	},
	...(year === 2024
		? [
				{
					year,
					title: { cs: `Ze vzduchu ${year}`, en: `From the air ${year}` },
					url: `https://photos.example.com/glidercup/${year}/air/`,
				},
			]
		: []),
]);

/** Newest first. */
export const archive: Edition["archive"] = siteOfYear.map(([year, url]) => ({
	year,
	title: { cs: `Glider Cup ${year}`, en: `Glider Cup ${year}` },
	url,
}));
