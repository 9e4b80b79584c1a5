import { useEffect } from 'react';

/**
 * Sets the print page size. Named pages (`@page sato-lenz`) separate the themes, which stay loaded; Firefox reads the
 * paper size from the unnamed page only.
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

/** Empty for cross-origin sheets, such as those of extensions. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}
