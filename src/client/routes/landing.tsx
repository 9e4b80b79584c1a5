import { Landing } from '../features/landing/landing-page.tsx';

export function LandingPage() {
  return <Landing />;
}
