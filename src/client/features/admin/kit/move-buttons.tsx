import { Button } from '../button.tsx';
import { DragHandle } from './sortable.tsx';

interface MoveButtonsProps {
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep(by: -1 | 1): void;
}

/** The handle of a row and its two buttons; at an end a button stays, to keep the focus. */
export function MoveButtons({ id, name, isFirst, isLast, onStep }: MoveButtonsProps) {
  const move = (by: -1 | 1, isDisabled: boolean) => (
    <Button
      small
      className="admin-move"
      data-action={by === -1 ? 'up' : 'down'}
      aria-label={`Sposta ${by === -1 ? 'su' : 'giù'} ${name}`}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onStep(by)}
    >
      <span aria-hidden>{by === -1 ? '↑' : '↓'}</span>
    </Button>
  );
  return (
    <>
      <DragHandle id={id} name={name} />
      {move(-1, isFirst)}
      {move(1, isLast)}
    </>
  );
}
