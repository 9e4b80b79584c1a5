import { ChatScreen } from '../features/chat/chat-screen.tsx';

export function ChatPage() {
  return <ChatScreen />;
}
