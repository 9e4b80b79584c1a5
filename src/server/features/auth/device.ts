/** The first that fits; who calls itself by several names is the first of them. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const machines: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** The longest `User-Agent` that is looked at. */
const longest = 300;

/** A `User-Agent` in a few words, by which its owner knows it again: «Firefox su Windows». */
export function describeDevice(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, longest);
  const find = (all: [RegExp, string][]) => all.find(([pattern]) => pattern.test(text))?.[1];
  const browser = find(browsers);
  const machine = find(machines);
  if (!browser) return 'un programma';
  return machine ? `${browser} su ${machine}` : browser;
}
