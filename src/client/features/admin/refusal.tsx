export const noAnswer = 'Il server non ha risposto. Riprova.';

/** Error message, announced when it appears. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    text && (
      <p role="alert" className="admin-error">
        {text}
      </p>
    )
  );
}
