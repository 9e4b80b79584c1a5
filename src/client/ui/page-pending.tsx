export function PagePending() {
  return (
    <p role="status" className="grid min-h-dvh place-content-center font-mono text-terminal">
      Ricezione in corso…
    </p>
  );
}
