import { ChatScreen } from '../features/chat/chat-screen.tsx';
import { ServerProvider } from '../server-provider.tsx';

export function ChatPage() {
  return (
    <ServerProvider>
      <ChatScreen />
    </ServerProvider>
  );
}
