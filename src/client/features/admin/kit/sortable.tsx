import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface SortableProps {
  ids: readonly string[];
  nameOf(id: string): string;
  /** @param to new position, from 0 */
  onMove(id: string, to: number): void;
  children: ReactNode;
}

const howTo =
  'Premi Spazio per prendere, le frecce su e giù per spostare, di nuovo Spazio per lasciare, Esc per rinunciare.';

/** List with drag and drop by mouse, touch or keyboard, announced to screen readers. */
export function Sortable({ ids, nameOf, onMove, children }: SortableProps) {
  // Inside the dialog: everything outside is inert for screen readers.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const justTaken = useRef(false);
  const placeOf = (id: string | number) => `posto ${ids.indexOf(String(id)) + 1} di ${ids.length}`;
  const announcements: Announcements = {
    onDragStart({ active }) {
      justTaken.current = true;
      return `Hai preso ${nameOf(String(active.id))}, ${placeOf(active.id)}.`;
    },
    onDragOver({ active, over }) {
      // The first event concerns its own place and would replace «Hai preso».
      const isOwnPlace = justTaken.current && over?.id === active.id;
      justTaken.current = false;
      return over && !isOwnPlace ? `${nameOf(String(active.id))} è al ${placeOf(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) => `${nameOf(String(active.id))} ora è al ${placeOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(String(active.id))} resta dov’era.`,
  };

  return (
    <div ref={setContainer}>
      {container && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{ announcements, container, screenReaderInstructions: { draggable: howTo } }}
          onDragEnd={({ active, over }) => {
            const to = over ? ids.indexOf(String(over.id)) : -1;
            if (over && to >= 0 && over.id !== active.id) onMove(String(active.id), to);
          }}
        >
          <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
            {children}
          </SortableContext>
        </DndContext>
      )}
    </div>
  );
}

export function DragHandle({ id, name }: { id: string; name: string }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, transition: { duration: 150, easing: 'ease' } });
  const row = useRef<HTMLElement>(null);
  const attach = useCallback(
    (button: HTMLButtonElement | null) => {
      row.current = button?.closest<HTMLElement>('tr, li') ?? null;
      setNodeRef(row.current);
      setActivatorNodeRef(button);
    },
    [setNodeRef, setActivatorNodeRef],
  );
  useLayoutEffect(() => {
    const rowElement = row.current;
    if (!rowElement) return;
    rowElement.style.transform = transform ? `translateY(${Math.round(transform.y)}px)` : '';
    rowElement.style.transition = transition ?? '';
    rowElement.toggleAttribute('data-moving', isDragging);
  }, [transform, transition, isDragging]);
  return (
    <button
      type="button"
      {...attributes}
      {...listeners}
      ref={attach}
      className="admin-button admin-button-small admin-drag"
      aria-roledescription="maniglia per spostare"
      aria-label={`Sposta ${name}`}
    >
      <span aria-hidden>⠿</span>
    </button>
  );
}
