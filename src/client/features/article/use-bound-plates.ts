import { type RefObject, useEffect } from 'react';

/**
 * On paper the plates of a manual are bound in at its end, a sheet each, as they were: left between the words, whatever
 * does not fit below its heading would leave half a sheet blank.
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
