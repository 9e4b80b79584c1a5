/** How often a text names somebody: by the first word of the name, whole and as it is written. */
export function timesNamed(name: string, text: string): number {
  const [first = ''] = name.match(/[\p{L}\p{N}]+/u) ?? [];
  if (first === '') return 0;
  return text.match(new RegExp(`(?<![\\p{L}\\p{N}])${first}(?![\\p{L}\\p{N}])`, 'gu'))?.length ?? 0;
}
