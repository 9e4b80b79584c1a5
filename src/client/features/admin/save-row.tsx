import { errorMessage } from '#client/api-error.ts';
import { Button } from './button.tsx';
import { noAnswer, Refusal } from './refusal.tsx';

interface SaveRowProps {
  save: { isSuccess: boolean; isPending: boolean; error: unknown };
  label: string;
}

export function SaveRow({ save, label }: SaveRowProps) {
  return (
    <>
      {save.isSuccess && <p role="status">Salvato: vale da subito.</p>}
      <Refusal text={save.error ? errorMessage(save.error, noAnswer) : undefined} />
      <div className="admin-form-end">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvo…' : label}
        </Button>
      </div>
    </>
  );
}
