/**
 * A number in Italian notation: `1.140`, `0,75`. `toLocaleString` creates a formatter per call, which doubled the
 * hydration time on a phone.
 */
export function italianNumber(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}
