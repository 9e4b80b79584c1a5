import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog, DialogClose } from '#client/ui/dialog.tsx';
import { useGestures } from './use-gestures.ts';
import { readableView } from './view.ts';
import './zoom-view.css';

interface ZoomViewProps {
  figure: HTMLElement;
  onClose(): void;
}

export function ZoomView({ figure, onClose }: ZoomViewProps) {
  useFocusBack(figure);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={figure.querySelector('figcaption')?.textContent ?? 'Figura'}
      className="zoom-view"
      closesOnBack
    >
      <Stage figure={figure} />
    </Dialog>
  );
}

function Stage({ figure }: { figure: HTMLElement }) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const [ratio] = useState(() => ratioOf(figure));
  const { view, show, zoomIn, zoomOut, reset } = useGestures(stage, picture);
  usePicture(figure, picture);
  useLayoutEffect(() => {
    const drawing = picture.current?.querySelector('svg');
    if (!drawing || !picture.current) return;
    const { offsetWidth: width, offsetHeight: height } = picture.current;
    show(readableView(drawing.viewBox.baseVal.width, { width, height }));
  }, [figure, show]);

  return (
    <>
      <div className="zoom-stage" ref={stage}>
        <div
          className="zoom-picture"
          ref={picture}
          style={{
            ...ratio,
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          }}
        />
      </div>
      <p
        className="absolute bottom-[1.1rem] left-4 text-[0.9rem] text-[#cfc6b4] [@media(width_<_48rem),_(pointer:_coarse)]:hidden"
        aria-hidden="true"
      >
        + − 0 e le frecce, la rotella o due dita
      </p>
      <div className="zoom-tools">
        <button type="button" onClick={zoomOut} aria-label="Riduci">
          −
        </button>
        <button type="button" onClick={reset} aria-label={`${Math.round(view.scale * 100)} %, intera figura`}>
          {Math.round(view.scale * 100)} %
        </button>
        <button type="button" onClick={zoomIn} aria-label="Ingrandisci">
          +
        </button>
        <DialogClose className="zoom-close">Chiudi</DialogClose>
      </div>
    </>
  );
}

/** The dialog restores the focus to its own triggers only; this trigger is in the static HTML. */
function useFocusBack(figure: HTMLElement) {
  useEffect(
    () => () => {
      setTimeout(() => figure.querySelector<HTMLElement>('.figure-zoom')?.focus({ preventScroll: true }));
    },
    [figure],
  );
}

function ratioOf(figure: HTMLElement) {
  const viewBox = drawingOf(figure)?.viewBox.baseVal;
  const frame = figure.querySelector<HTMLElement>('.figure-frame');
  const ratio = viewBox
    ? `${viewBox.width}/${viewBox.height}`
    : (frame?.style.getPropertyValue('--ratio') ?? '1');
  return { '--ratio': ratio } as React.CSSProperties;
}

function drawingOf(figure: HTMLElement): SVGSVGElement | null {
  return (
    figure.querySelector<SVGSVGElement>('.plate > svg:not([data-narrow])') ??
    figure.querySelector('.plate > svg')
  );
}

/** A plate is moved to the stage and back, because its ids must be unique; a photograph is cloned. */
function usePicture(figure: HTMLElement, picture: React.RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const stage = picture.current;
    const plate = figure.querySelector('.plate');
    const drawing = drawingOf(figure);
    const photo = figure.querySelector('img');
    if (!stage) return undefined;
    if (plate && drawing) {
      stage.append(drawing);
      return () => plate.append(drawing);
    }
    if (photo) {
      const copy = photo.cloneNode() as HTMLImageElement;
      copy.sizes = '200vw';
      copy.style.filter = getComputedStyle(photo).filter;
      copy.draggable = false;
      stage.append(copy);
      return () => copy.remove();
    }
    return undefined;
  }, [figure, picture]);
}
