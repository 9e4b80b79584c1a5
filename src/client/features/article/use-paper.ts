import { useEffect } from 'react';

/**
 * Gives the printer the document's sheet. Its theme names it (`@page sato-lenz`), because the themes of other documents stay loaded;
 * Firefox takes the size of the paper from the page without a name alone.
 */
export function usePaper(name: string): void {
  useEffect(() => {
    for (const sheet of document.styleSheets) {
      const pageRule = rulesOf(sheet).find(
        (rule): rule is CSSPageRule => 'selectorText' in rule && rule.selectorText === name,
      );
      if (!pageRule) continue;
      const paper =
        sheet.cssRules[sheet.insertRule(`@page { ${pageRule.style.cssText} }`, sheet.cssRules.length)];
      return () => sheet.deleteRule([...sheet.cssRules].findIndex((rule) => rule === paper));
    }
    return undefined;
  }, [name]);
}

/** None of a sheet from elsewhere, as extensions add them: only its own site may read it. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}
