import { errorMessage } from '#client/api-error.ts';

export const noAnswer = 'Il server non ha risposto. Riprova.';

/** Why something was refused, announced when it appears: a sentence, or what the server says of an error. */
export function Refusal({ text, error }: { text?: string | undefined; error?: unknown }) {
  const sentence = text ?? (error ? errorMessage(error, noAnswer) : '');
  return (
    sentence !== '' && (
      <p role="alert" className="admin-error whitespace-pre-line">
        {sentence}
      </p>
    )
  );
}
