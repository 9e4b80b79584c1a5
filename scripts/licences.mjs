// Which licences may be used (npm run sbom).

/** May be used in a site that is not given away. The LGPL's are the native parts of sharp, which are linked at run time. */
const usableLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Of single packages: Hunspell's words are data that is read as it is, beside the program (docs/decisions/004); duck, which
 * mammoth needs, says «BSD», which is no name of SPDX's: its file has the two clauses.
 */
const licenceOfPackage = new Map([
  ['dictionary-it', 'GPL-3.0'],
  ['duck', 'UNKNOWN'],
]);

/** @typedef {{ name: string, version: string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component */

/** The licences of one package as its author wrote them. @param {Component} component */
export function licencesOf({ licenses = [] }) {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
  return names.filter(Boolean).join(' AND ') || 'UNKNOWN';
}

/** «A OR B» is known with either, «A AND B» with both; a mixture is looked at by somebody. @param {string} expression */
function isKnown(expression) {
  if (/ AND .* OR | OR .* AND /.test(expression)) return false;
  const bare = expression.replace(/[()]/g, '');
  return bare
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => usableLicences.has(licence)));
}

/**
 * The licences that nobody has looked at: one is added above once it may be used.
 *
 * @param {Component[]} components
 */
export function unknownLicences(components) {
  const unknown = components.filter((component) => {
    const licence = licencesOf(component);
    return !isKnown(licence) && licenceOfPackage.get(component.name) !== licence;
  });
  return [...new Set(unknown.map(licencesOf))];
}
