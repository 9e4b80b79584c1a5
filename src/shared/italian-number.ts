/**
 * A number as Italian writes it: `1.140`, `0,75`. Not `toLocaleString`, which on a phone holds the page for as long as all the rest
 * of it takes to be taken up: the browser makes a formatter anew for each call.
 */
export function italianNumber(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}
