import temml from 'temml';

/** LaTeX to MathML. A formula that does not compile fails the build. */
export function formula(latex: string, displayMode: boolean): string {
  return temml.renderToString(latex, { displayMode, annotate: false, throwOnError: true });
}
