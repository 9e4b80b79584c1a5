import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fitted, panBy, type Point, type View, zoomAt } from './view.ts';

const centre: Point = { x: 0, y: 0 };
const step = 60;

const keys: Record<string, (view: View, size: { width: number; height: number }) => View> = {
  '+': (view, size) => zoomAt(view, 1.4, centre, size),
  '=': (view, size) => zoomAt(view, 1.4, centre, size),
  '-': (view, size) => zoomAt(view, 1 / 1.4, centre, size),
  '0': () => fitted,
  ArrowLeft: (view, size) => panBy(view, { x: step, y: 0 }, size),
  ArrowRight: (view, size) => panBy(view, { x: -step, y: 0 }, size),
  ArrowUp: (view, size) => panBy(view, { x: 0, y: step }, size),
  ArrowDown: (view, size) => panBy(view, { x: 0, y: -step }, size),
};

/** Wheel, pinch, drag, double click and keys (+, −, 0, arrows) pan and zoom the picture. */
export function useGestures(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<View>(fitted);
  const fingers = useRef(new Map<number, Point>());

  const change = useCallback(
    (next: (view: View, size: { width: number; height: number }) => View) => {
      const size = { width: picture.current?.offsetWidth ?? 0, height: picture.current?.offsetHeight ?? 0 };
      setView((current) => next(current, size));
    },
    [picture],
  );

  useEffect(() => {
    const area = stage.current;
    if (!area) return undefined;
    const from = (event: { clientX: number; clientY: number }): Point => {
      const box = area.getBoundingClientRect();
      return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      change((view, size) => zoomAt(view, Math.exp(-event.deltaY / 300), from(event), size));
    };
    const onDoubleClick = (event: MouseEvent) =>
      change((view, size) => (view.scale > 1 ? fitted : zoomAt(view, 2.5, from(event), size)));
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      area.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, from(event));
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = from(event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      if (!other) {
        change((view, size) => panBy(view, { x: now.x - before.x, y: now.y - before.y }, size));
        return;
      }
      const spread = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      change((view, size) => zoomAt(view, spread(now) / spread(before), middle, size));
    };
    const onUp = (event: PointerEvent) => fingers.current.delete(event.pointerId);
    const onKey = (event: KeyboardEvent) => {
      const next = keys[event.key];
      if (!next || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      change(next);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    area.addEventListener('wheel', onWheel, { passive: false, signal });
    area.addEventListener('dblclick', onDoubleClick, { signal });
    area.addEventListener('pointerdown', onDown, { signal });
    area.addEventListener('pointermove', onMove, { signal });
    area.addEventListener('pointerup', onUp, { signal });
    area.addEventListener('pointercancel', onUp, { signal });
    document.addEventListener('keydown', onKey, { signal });
    return () => listeners.abort();
  }, [change, stage]);

  return {
    view,
    show: setView,
    zoomIn: () => change((view, size) => zoomAt(view, 1.6, centre, size)),
    zoomOut: () => change((view, size) => zoomAt(view, 1 / 1.6, centre, size)),
    reset: () => change(() => fitted),
  };
}
