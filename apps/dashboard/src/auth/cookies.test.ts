import { cookiePairs, findCookie } from './cookies';

describe('a cookie is taken for another one', () => {
  test.each([
    ['name=1', '1'],
    ['other=2; name=1', '1'],
    ['other=2;name=a=b', 'a=b'],
    ['name=1; name=2', '1'],
    ['name=; name=2', ''],
    ['a.name=2; aname=3; __Secure-name=4; name.b=5; name=1', '1'],
    ['other=name=2', null],
    ['Name=2', null],
    ['name', null],
    ['', null],
    [undefined, null],
  ])('in %p the cookie "name" is %p', (header, value) => expect(findCookie(header, 'name')).toBe(value));

  test('what an answer sets is what the next request has', () => {
    expect(cookiePairs(['one=1; Path=/; HttpOnly', 'two=2'])).toBe('one=1; two=2');
  });
});
