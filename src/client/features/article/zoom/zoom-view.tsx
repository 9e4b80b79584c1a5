import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog, DialogClose } from '#client/ui/dialog.tsx';
import { useGestures } from './use-gestures.ts';
import { readableView } from './view.ts';
import './zoom-view.css';

interface ZoomViewProps {
  /** The `<figure>` of the page to enlarge. */
  figure: HTMLElement;
  onClose(): void;
}

/** A figure over the whole window, to look into: wheel, pinch, drag, double click, and + − 0 and the arrows. */
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
        <button type="button" onClick={reset} aria-label="Intera figura">
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

/** The dialog gives the focus back to a trigger of its own kind; here the trigger is a button of the static text. */
function useFocusBack(figure: HTMLElement) {
  useEffect(
    () => () => {
      // After the dialog has made the page reachable again.
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

/** The whole plate, whatever the page shows; its composition for telephones while that alone is there. */
function drawingOf(figure: HTMLElement): SVGSVGElement | null {
  return (
    figure.querySelector<SVGSVGElement>('.plate > svg:not([data-narrow])') ??
    figure.querySelector('.plate > svg')
  );
}

/** A plate is lent to the stage and given back (its ids may stand once only in the document); a photograph is copied. */
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
      // The print it is made to look like goes with it: grey photocopy, sepia.
      copy.style.filter = getComputedStyle(photo).filter;
      copy.draggable = false;
      stage.append(copy);
      return () => copy.remove();
    }
    return undefined;
  }, [figure, picture]);
}
