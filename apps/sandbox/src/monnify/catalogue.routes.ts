import { type Request, Router } from 'express';
import { sendExactJson } from '../http/exact-json';
import { readCount, springPage } from '../http/pages';
import { BILLERS, type Biller, CATEGORIES, productsOf } from './products';
import { failure, success, toProductLine } from './replies';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** `GET …/biller-categories`, `/billers?category_code=`, `/biller-products?biller_code=`, in pages from 0. */
export function catalogueRoutes(): Router {
  return Router()
    .get('/biller-categories', (request, response) => {
      sendExactJson(response, pageOf(CATEGORIES.map(named), request));
    })
    .get('/billers', (request, response) => {
      const { category_code } = request.query;
      const isAsked = ({ categories }: Biller) =>
        category_code === undefined || categories.some((category) => category === category_code);
      sendExactJson(response, pageOf(BILLERS.filter(isAsked).map(toBillerLine), request));
    })
    .get('/biller-products', (request, response) => {
      const { biller_code } = request.query;
      if (typeof biller_code !== 'string' || biller_code === '')
        return sendExactJson(response, failure("Required request parameter 'biller_code' is not present"), 400);
      sendExactJson(response, pageOf(productsOf(biller_code).map(toProductLine), request));
    });
}

const named = (code: string) => ({ code, name: code });

const toBillerLine = ({ code, name, categories }: Biller) => ({ code, name, categories: categories.map(named) });

/** The page that `page` (from 0) and `size` ask for. `nextPage` of the last one is null. */
function pageOf(items: readonly object[], { query }: Request) {
  const size = Math.max(1, readCount(query.size, PAGE_SIZE, MAX_PAGE_SIZE));
  const number = readCount(query.page, 0, 1_000_000);
  const { content, totalElements, last, empty } = springPage(items, number, size);
  return success({ content, totalElements, size, number, empty, nextPage: last ? null : number + 1 });
}
