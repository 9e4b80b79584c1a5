import { type RefObject, useEffect } from 'react';

/**
 * Moves a manual's plates to its end for printing, one page each: between the text they would leave half-empty pages.
 */
export function useBoundPlates(root: RefObject<HTMLElement | null>, bound: boolean): void {
  useEffect(() => {
    const sheet = root.current?.querySelector('.sheet');
    if (!bound || !sheet) return undefined;
    const end = document.createElement('div');
    end.className = 'bound-plates';
    const places = new Map<Element, Comment>();
    const bind = () => {
      for (const plate of sheet.querySelectorAll('.text .figure-plate')) {
        const place = document.createComment('');
        plate.before(place);
        places.set(plate, place);
        end.append(plate);
      }
      sheet.append(end);
    };
    const unbind = () => {
      for (const [plate, place] of places) place.replaceWith(plate);
      places.clear();
      end.remove();
    };
    addEventListener('beforeprint', bind);
    addEventListener('afterprint', unbind);
    return () => {
      removeEventListener('beforeprint', bind);
      removeEventListener('afterprint', unbind);
      unbind();
    };
  }, [root, bound]);
}
