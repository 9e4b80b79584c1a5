export function ChatPage() {
  return <main>Chat</main>;
}
