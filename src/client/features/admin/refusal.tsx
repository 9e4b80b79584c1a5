/** What a server that does not answer leaves to say. */
export const noAnswer = 'Il server non ha risposto. Riprova.';

/** What went wrong, read out as it appears; nothing while there is no text. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    text && (
      <p role="alert" className="admin-error">
        {text}
      </p>
    )
  );
}
