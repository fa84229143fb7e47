import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = { height: number; children: ReactNode };

/** Draws its children once somebody has scrolled near them, and until then keeps their place, about so high. */
export function WhenSeen({ height, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => setSeen((before) => before || entry?.isIntersecting === true),
      {
        rootMargin: '100px',
      },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return seen ? children : <Box ref={place} h={height} />;
}
