//! Rules and notation from outside. One binary, so that they are linked once.

mod moves;
mod notation_properties;
mod papers;
mod unmoves;
