import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is in the viewport of a visible page, or within `margin` of it (a CSS length). */
export function useOnScreen(target: RefObject<Element | null>, margin = '0px'): boolean {
  const [near, setNear] = useState(false);
  const [visible, setVisible] = useState(true);

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [target, margin]);

  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);

  return near && visible;
}

/** Like {@link useOnScreen}, but stays true: for lazy loading. */
export function useSeen(target: RefObject<Element | null>, margin: string): boolean {
  const onScreen = useOnScreen(target, margin);
  const [seen, setSeen] = useState(false);
  if (onScreen && !seen) setSeen(true);
  return seen;
}
