export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download starts within this event loop turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
